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
  const {store, link: {view, choices, defaults}} = host;
  const chosen = (values) => Object.fromEntries(choices.map((name) => [name, values[name]]));
  const named = (values) => choices.map((name) => values[name]).join("-");
  let shown = chosen(defaults), last = shown;
  const failed = (error) => notify(`This could not be shown: ${error.message}.`);
  store.subscribe((values) => {
    const wanted = chosen(values), same = () => named(shown) === named(wanted);
    if (same()) return;
    shown = wanted;
    recorded(`${view}-${named(wanted)}`).then((views) => {
      if (!same()) return;
      last = wanted;
      host.tell("shown", wanted);
      host.tell("views", views);
    }, (error) => {
      failed(error);
      shown = last;
      store.set(last);
    });
  });
  host.deliver = (message) => recorders[view]?.(host, message)?.catch((error) => {
    failed(error);
    host.tell("refused", message);
  });
  host.waiting.splice(0).forEach(([message]) => host.deliver(message));
}
