// What the controls say, shared by all views of the page. Setting a value redraws every view once,
// in the next frame, without asking the server. `moves` counts how often each was set.
function makeStore(opening) {
  const values = {pointed: -1, lost: false, slow: false, ...opening}, moves = {};
  const listeners = new Set();
  let frame = 0;
  const flush = () => {
    frame = 0;
    for (const listener of [...listeners]) listener(values);
  };
  const invalidate = () => { frame ||= requestAnimationFrame(flush); };
  const set = (patch) => {
    const changed = Object.entries(patch).filter(([name, value]) => values[name] !== value);
    if (!changed.length) return;
    Object.assign(values, patch);
    for (const [name] of changed) moves[name] = (moves[name] ?? 0) + 1;
    invalidate();
  };
  const subscribe = (listener) => {
    listeners.add(listener);
    invalidate();
  };
  return {values, moves, set, subscribe, invalidate, flush};
}
