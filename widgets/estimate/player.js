// Plays a run: asks the server for about a second of frames at a time, and shows twenty a second.
const FRAME_MS = 50, SECOND = 1000 / FRAME_MS;
const SETTINGS = ["position", "f", "tokens", "seed"];

function settingsOf(values) {
  return Object.fromEntries(SETTINGS.map((name) => [name, values[name]]));
}

const same = (a, b) => SETTINGS.every((name) => a[name] === b[name]);

// What the page brought along is an object already, what the server sends later is a text.
function unpackedChunk(chunk) {
  const told = typeof chunk === "string" ? JSON.parse(chunk) : chunk;
  return {...told, sweep: unpacked(told.sweep)};
}

function makeRun(host, {limit, speeds}) {
  const {store} = host;
  const run = {queue: [], tick: 0, playing: false, asked: false, goal: 0, speed: speeds[0], timer: 0, rest: 0, number: 0, starting: false, limit};
  const parse = () => unpackedChunk(host.chunk);
  run.ahead = () => Math.max(0, run.chunk.ticks - 1 - run.tick) + run.queue.reduce((sum, {ticks}) => sum + ticks, 0);

  run.show = () => {
    const {settings, sweep, ticks, over} = run.chunk, exact = run.exact;
    const frame = ticks ? sweepFrame(sweep, {tick: run.tick}).frame : {batches: [0]};
    ["k1", "k2", "k3"].forEach((name, e) => { frame[`${name}_below`] = [exact.below[e]]; });
    store.set({live: {settings, exact, frame}, over: over && run.ahead() <= 0, playing: run.playing});
  };
  // Says after which batch: what was drawn ahead and never shown is drawn again, the same.
  run.ask = (frames, perFrame) => {
    run.asked = true;
    const left = run.limit - run.expected;
    perFrame = Math.max(1, Math.min(perFrame, left));
    frames = Math.min(frames, Math.floor(left / perFrame));
    host.send({draw: frames, per_frame: perFrame, after: run.expected});
    run.expected += frames * perFrame;
  };
  run.held = () => (run.queue.at(-1) ?? run.chunk).batches;
  run.forget = () => {
    if (run.ahead() > 0) {
      // A run that has just begun shows no frame yet.
      const ticks = run.chunk.ticks && run.tick + 1;
      const batches = ticks ? sweepFrame(run.chunk.sweep, {tick: run.tick}).frame.batches[0] : 0;
      run.queue = [];
      Object.assign(run.chunk, {ticks, batches, over: false});
    }
    if (!run.starting) run.expected = run.chunk.batches;
  };
  run.advance = () => {
    if (run.tick < run.chunk.ticks - 1) run.tick += 1;
    else if (run.queue.length) [run.chunk, run.tick] = [run.queue.shift(), 0];
    else return false;
    run.show();
    return true;
  };
  run.begin = () => {
    Object.assign(run, {starting: true, expected: 0});
    host.send({start: settingsOf(store.values), run: ++run.number});
  };
  run.receive = () => {
    const chunk = parse();
    if (chunk.run !== run.number) return;  // of a run that another has followed
    run.exact = chunk.exact ?? run.exact;
    run.asked = false;
    if (chunk.ticks) return received(run, chunk);
    if (chunk.batches) run.chunk.over = true;  // nothing more could be drawn
    else Object.assign(run, {chunk, queue: [], tick: 0, starting: false});
    run.show();
    if (!chunk.over && run.goal) run.ask(SECOND, run.goal / SECOND);
  };
  [run.chunk, run.tick] = [parse(), 0];
  run.exact = run.chunk.exact;
  run.opening = run.expected = run.chunk.batches;
  return run;
}

function received(run, chunk) {
  // It may have been on its way when the player was stopped and what was ahead was forgotten.
  if (chunk.after !== run.held() || chunk.batches > run.expected) return;
  run.queue.push(chunk);
  if (!run.playing) run.goal ? run.roll() : run.advance();
}

// The clock: while it runs, frames are shown and, before they run out, the next are asked for.
function clock(run, store) {
  const stop = () => {
    clearInterval(run.timer);
    Object.assign(run, {timer: 0, playing: false, goal: 0});
    run.forget();
    run.show();
  };
  const beat = () => {
    if (document.hidden) return stop();
    const over = run.chunk.over && run.ahead() <= 0;
    if (run.playing && !run.asked && !run.chunk.over && run.ahead() < SECOND / 2) run.ask(SECOND, run.speed);
    // While another run is awaited the clock goes on: to stop would forget how far that one is to go.
    if (!run.advance() && !run.starting && (over || (!run.playing && !run.asked))) stop();
  };
  run.roll = () => { run.timer ||= setInterval(beat, FRAME_MS); };
  run.stop = stop;
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
}

// Another position, f, N or seed is another run: it begins when the controls have come to rest.
function watchSettings(run, store) {
  let told = null;
  store.subscribe((values) => {
    const stale = !same(values, run.chunk.settings);
    if (values.stale !== stale) store.set({stale});
    if (!stale) {
      clearTimeout(run.rest);
      told = null;
    }
    if (!stale || values.lost || (told && same(values, told)) || (run.refused && same(values, run.refused))) return;
    run.refused = null;
    told = settingsOf(values);
    clearTimeout(run.rest);
    run.rest = setTimeout(() => {
      told = null;
      // As many as the page opened with, so that there is something to see.
      if (!run.playing) run.goal = run.opening;
      run.begin();
    }, 250);
  });
}

// A page that loads itself anew, since its server was away, shows as many batches as before: the
// seed draws them again.
const KEPT = "kl-leash run";

function keepRun(store) {
  const {settings, frame} = store.values.live;
  try { sessionStorage.setItem(KEPT, JSON.stringify({settings, batches: frame.batches[0]})); } catch { /* withheld */ }
}

function takeUp(run) {
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT));
    sessionStorage.removeItem(KEPT);
  } catch { /* withheld */ }
  if (!kept || !same(kept.settings, run.chunk.settings) || kept.batches <= run.opening) return;
  run.chunk.batches = run.expected = kept.batches - 1;
  run.ask(1, 1);
}

function playButtons(run, spec) {
  const button = (text, label, act) => {
    const made = make("html:button", {type: "button", "aria-label": label}, text);
    made.addEventListener("click", () => { if (made.getAttribute("aria-disabled") !== "true") act(); });
    return made;
  };
  const play = button("Play", "Play", () => {
    if (run.playing) return run.stop();
    Object.assign(run, {playing: true, goal: 0});
    run.roll();
    run.show();
  });
  const many = spec.step === 1 ? "one batch" : `${spec.step} batches`;
  const one = button(many[0].toUpperCase() + many.slice(1), `Draw ${many}`, () => {
    // Only what plays is stopped: stopping forgets what is on its way, as a click just before this.
    if (run.timer) run.stop();
    run.ask(1, spec.step);
  });
  const reset = button("Reset", "Reset the run", () => { run.stop(); run.begin(); });
  const options = spec.speeds.map((speed) => make("html:option", {value: speed}, `${speed} a frame`));
  const speed = make("html:select", {"aria-label": "Batches a frame"}, ...options);
  speed.addEventListener("change", () => { run.speed = Number(speed.value); });
  return {play, one, reset, speed};
}

function player(spec, host) {
  const {store} = host, run = makeRun(host, spec);
  clock(run, store);
  const {play, one, reset, speed} = playButtons(run, spec);
  const state = make("html:p", {class: "state", role: "status"});
  const root = make("html:div", {class: "control player"}, make("html:div", {class: "buttons"}, play, one, reset, speed), state);
  host.on("chunk", run.receive);
  // What cannot be had is not asked for again and again.
  host.on("refused", () => { run.refused = settingsOf(store.values); Object.assign(run, {asked: false, starting: false}); run.stop(); });
  watchSettings(run, store);
  run.show();
  host.keepRun = () => keepRun(store);
  takeUp(run);
  const most = `${spec.limit.toLocaleString("en")} batches`, bound = `A run ends at ${most}.`;
  const show = ({playing, over, lost}) => {
    if (lost && run.timer) run.stop();
    play.textContent = playing ? "Pause" : "Play";
    play.setAttribute("aria-label", play.textContent);
    // Not disabled, which would drop the focus of who pressed it.
    for (const button of [play, one, reset]) button.setAttribute("aria-disabled", Boolean(lost || (over && button !== reset)));
    const text = lost ? "Runs wait until the connection is back." : over ? `The run ends at ${most}.` : spec.note || bound;
    if (state.textContent !== text) state.textContent = text;
  };
  return {root, show};
}

kinds.player = player;
