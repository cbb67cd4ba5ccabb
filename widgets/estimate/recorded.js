// Answers the player from a recorded run, as the session would: which bin each batch fell into, and
// what the run said after every few.
recorders.estimate = async (host, message) => {
  if (message.start) host.recording = {settings: message.start, run: message.run};
  host.recording ??= {settings: settingsOf(host.store.values), run: 0};
  const {settings, run} = host.recording, {position, f, tokens} = settings;
  const {exact, runs} = await recorded(fixedPosition(host, position) ? `estimate-${position}-run` : `estimate-${position}-${f}`);
  const batches = message.start ? 0 : message.after;
  const answer = {run, settings, after: batches, exact: exact[tokens]};
  host.tell("chunk", {...answer, ...played(runs[tokens], batches, message.draw ?? 0, message.per_frame ?? 1)});
};

// Where f changes nothing there is one run for all of it.
const fixedPosition = ({items}, position) => !items.some(({name, applies}) => name === "f" && applies?.[1] === position);

function played({bins, texts, size, step}, after, frames, perFrame) {
  const drawn = bytesOf(bins), last = texts.k1_average.length * step;
  const ticks = Math.max(0, Math.min(frames, Math.floor((last - after) / perFrame)));
  const at = Array.from({length: ticks}, (_, i) => after + (i + 1) * perFrame);
  const columns = {batches: column(at, 1)};
  for (const [name, all] of Object.entries(texts)) columns[name] = column(at.map((batches) => all[batches / step - 1]), 1);
  ["k1", "k2", "k3"].forEach((name, e) => { columns[`${name}_counts`] = column(counted(drawn, e, at, size), size); });
  const batches = ticks ? at[ticks - 1] : after;
  return {ticks, batches, over: batches === last, sweep: {axes: {tick: at.map((_, i) => i)}, columns}};
}

const column = (data, count) => ({along: ["tick"], count, data});

// Into which bin each estimate fell, added up to how many are in each.
function counted(drawn, e, at, size) {
  const counts = new Int32Array(size), rows = [];
  let next = 0;
  for (const batches of at) {
    for (; next < batches; next++) counts[drawn[3 * next + e]] += 1;
    rows.push(...counts);
  }
  return rows;
}
