// Without a server: what it would answer was recorded, and stands in files beside the page. They are
// scripts, since a page opened from a disk may load nothing else.
const recorders = {};
const awaited = new Map();

// A file calls this with what it holds.
function take(name, data) { awaited.get(name).resolve(data); }

function recorded(name) {
  if (!awaited.has(name)) {
    const entry = {};
    entry.promise = new Promise((resolve, reject) => { Object.assign(entry, {resolve, reject}); });
    awaited.set(name, entry);
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.onerror = () => {
      awaited.delete(name);
      entry.reject(new Error(`the file data/${name}.js could not be loaded`));
    };
    document.head.append(script);
  }
  return awaited.get(name).promise;
}

function playRecorded(host) {
  const {store, link, link: {view, choices: [choice]}} = host;
  let shown = link.defaults[choice], last = shown;
  const failed = (error) => notify(`This could not be shown: ${error.message}.`);
  store.subscribe((values) => {
    const wanted = values[choice];
    if (wanted === shown) return;
    shown = wanted;
    recorded(`${view}-${wanted}`).then((views) => {
      if (shown !== wanted) return;
      last = wanted;
      host.tell("shown", {[choice]: wanted});
      host.tell("views", views);
    }, (error) => {
      failed(error);
      shown = last;
      store.set({[choice]: last});
    });
  });
  host.deliver = (message) => recorders[view]?.(host, message)?.catch((error) => {
    failed(error);
    host.tell("refused", message);
  });
  host.waiting.splice(0).forEach(([message]) => host.deliver(message));
}
