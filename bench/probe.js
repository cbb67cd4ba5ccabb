// Watches, frame by frame, what the pictures of either app show. It is run in the page before the
// page's own scripts, and reads what is there; it changes nothing.
globalThis.bench = (() => {
  const NAMES = ["tree", "bars", "plane"];
  const found = {};

  function within(root, selector) {
    const hit = root.querySelector(selector);
    if (hit) return hit;
    for (const host of root.querySelectorAll("*")) {
      const deeper = host.shadowRoot && within(host.shadowRoot, selector);
      if (deeper) return deeper;
    }
    return null;
  }

  // The app: a drawing says in its label which β it shows, and a new scenario is a new drawing.
  function drawing(name) {
    if (!found[name]?.isConnected) {
      const place = document.querySelector(`.view.${name}`);
      found[name] = place && within(place, "svg[role=img]");
    }
    const shown = found[name]?.getAttribute("aria-label").match(/ β ([\d.e-]+)/);
    return shown ? {made: found[name], value: shown[1]} : null;
  }

  // The plain idiom: every value is a new figure, which says in its tags what it shows.
  function figure(name) {
    if (!found[name] || found[name]._destroyed) {
      found[name] = globalThis.Bokeh?.index?.query_one?.(({model}) => model.tags?.[0] === name);
    }
    const view = found[name];
    return view?.has_finished() ? {made: view, value: String(view.model.tags[2])} : null;
  }

  const picture = (name) => (document.querySelector(".view.tree") ? drawing : figure)(name);
  const pictures = () => NAMES.map(picture);
  const differs = (now, before) => now && (now.made !== before?.made || now.value !== before?.value);

  // Calls look() after every frame, when its drawing is done, until it answers true.
  function afterFrames(look) {
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => { if (!look(performance.now())) afterFrames(look); };
      port2.postMessage(0);
    });
  }

  // From the next event of this kind to the frame after the one in which all pictures are new. A
  // timer looks, not every frame: a page that draws all the time answers at another pace.
  function respond(kind) {
    const before = pictures();
    let start = null;
    addEventListener(kind, (event) => { start = event.timeStamp; }, {once: true, capture: true});
    return new Promise((settle) => {
      const timer = setInterval(() => {
        if (start === null || !pictures().every((now, i) => differs(now, before[i]))) return;
        clearInterval(timer);
        requestAnimationFrame(() => settle(performance.now() - start));
      }, 4);
    });
  }

  // The values that the slider takes, and when the plane shows a new one, as long as this runs.
  function record(slider) {
    const where = () => slider.value ?? slider.getAttribute("aria-valuenow");
    const log = {asked: [], shown: [], running: true};
    let at = where(), before = picture("plane");
    afterFrames((time) => {
      if (where() !== at) { log.asked.push(time); at = where(); }
      const now = picture("plane");
      if (differs(now, before)) { log.shown.push(time); before = now; }
      return !log.running;
    });
    bench.log = log;
  }

  const stop = () => { bench.log.running = false; return bench.log; };

  // When the first and when all of the pictures stood, counted from the start of the navigation.
  const painted = new Promise((settle) => {
    let first = 0;
    afterFrames((time) => {
      const shown = pictures().filter(Boolean).length;
      if (shown) first ||= time;
      if (shown === NAMES.length) settle({first, all: time});
      return shown === NAMES.length;
    });
  });

  // When the page says that it is linked to its session.
  const linked = new Promise((settle) => {
    new MutationObserver((_, observer) => {
      if (document.documentElement?.dataset.linked === undefined) return;
      observer.disconnect();
      settle(performance.now());
    }).observe(document, {subtree: true, attributeFilter: ["data-linked"]});
  });

  return {respond, record, stop, painted, linked};
})();
