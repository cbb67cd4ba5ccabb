// What the controls say, shared in the browser by all views of one document. Setting a value
// redraws every view once, in the next frame, without asking the server.
const stores = (globalThis.klLeashStores ??= new WeakMap());

function storeOf(document) {
  if (!stores.has(document)) stores.set(document, makeStore());
  return stores.get(document);
}

function makeStore() {
  const values = {pointed: -1};
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
    invalidate();
  };
  const subscribe = (listener) => {
    listeners.add(listener);
    invalidate();
    return () => listeners.delete(listener);
  };
  return {values, set, subscribe, invalidate};
}
