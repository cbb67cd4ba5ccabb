// A run that is played: the frames that have come, which of them is shown, and what is still asked for.
// What the settings of a run are called is up to its explorer: the chunks say it.
/** @import {Chunk, Explorer, Frame, RunExact, RunSettings, SweepTable, Values} from "../types" */
import {pickFrame, unpackSweep} from "../core/sweep.js";

/** Frames a second. */
export const SECOND = 20;

/** A chunk, its table unpacked. @typedef {Omit<Chunk, "sweep"> & {table: SweepTable}} Part */
/** Adds to a frame what is exact of its run. @typedef {(frame: Frame, exact: any) => Frame} Complete */

export class Run {
  /** @type {Part[]} What has come and is to be shown after this chunk. */
  queue = [];
  /** Which frame of the chunk is shown. */
  tick = 0;
  playing = false;
  /** Whether frames are on their way. */
  asked = false;
  /** While this run is to get as far as the page opens with, without being played: how far that is. */
  goal = 0;
  /** Batches a frame. */
  speed = 1;
  /** Of the runs begun here; of those before nothing is taken any more. */
  number = 0;
  /** Whether another run was asked for and has not begun. */
  starting = false;
  /** @type {Values | null} Settings of a run that cannot be had. */
  refused = null;
  /** The clock's. */
  roll = () => {};

  /** @param {Explorer} explorer @param {number} limit batches at which a run ends @param {Complete} complete */
  constructor(explorer, limit, complete = (frame) => frame) {
    const {chunk} = explorer.opening;
    if (!chunk?.exact) throw new TypeError("a player needs an opening with a chunk and what is exact of it");
    this.explorer = explorer;
    this.limit = limit;
    this.complete = complete;
    this.chunk = unpacked(chunk);
    this.names = Object.keys(chunk.settings);
    /** @type {RunExact} */
    this.exact = chunk.exact;
    /** How many batches the page opens with, and how many are drawn once all that was asked for has come. */
    this.opening = this.expected = chunk.batches;
  }

  /** The settings of the run that the controls ask for. */
  get wanted() {
    const {settings} = this.explorer.store.state;
    return Object.fromEntries(this.names.map((name) => [name, settings[name]]));
  }

  /** Whether these are settings of one run. @param {object} a @param {object} b */
  same(a, b) {
    const [one, other] = /** @type {Values[]} */ ([a, b]);
    return this.names.every((name) => one[name] === other[name]);
  }

  /** Frames that have come and are not shown yet. */
  get ahead() {
    return Math.max(0, this.chunk.ticks - 1 - this.tick) + this.queue.reduce((sum, {ticks}) => sum + ticks, 0);
  }

  /** Whether there is nothing more to be shown. */
  get over() { return this.chunk.over && this.ahead <= 0; }

  /** @returns {Frame} */
  get frame() {
    return this.chunk.ticks ? pickFrame(this.chunk.table, {tick: this.tick}).frame : {batches: [0]};
  }

  show() {
    const {exact, chunk: {settings}} = this;
    this.explorer.store.mark({
      live: {settings, exact, frame: this.complete(this.frame, exact)}, over: this.over, playing: this.playing,
    });
  }

  /** Says after which batch: what was drawn ahead and never shown is drawn again, the same. @param {number} frames @param {number} perFrame */
  ask(frames, perFrame) {
    this.asked = true;
    const left = this.limit - this.expected, each = Math.max(1, Math.min(perFrame, left));
    const many = Math.min(frames, Math.floor(left / each));
    this.explorer.send({draw: many, per_frame: each, after: this.expected});
    this.expected += many * each;
  }

  begin() {
    this.starting = true;
    this.expected = 0;
    this.number += 1;
    this.explorer.send({start: /** @type {any} */ (this.wanted), run: this.number});
  }

  /** Forget what has come and is not shown. */
  forget() {
    if (this.ahead > 0) {
      // A run that has just begun shows no frame yet.
      const ticks = this.chunk.ticks && this.tick + 1, batches = ticks ? Number(this.frame.batches[0]) : 0;
      this.queue = [];
      Object.assign(this.chunk, {ticks, batches, over: false});
    }
    if (!this.starting) this.expected = this.chunk.batches;
  }

  /** Show the next frame, if there is one. */
  advance() {
    if (this.tick < this.chunk.ticks - 1) this.tick += 1;
    else if (!this.next()) return false;
    this.show();
    return true;
  }

  next() {
    const part = this.queue.shift();
    if (part) [this.chunk, this.tick] = [part, 0];
    return Boolean(part);
  }

  /** @param {Chunk} chunk */
  receive(chunk) {
    if (chunk.run !== this.number) return;  // of a run that another has followed
    this.exact = chunk.exact ?? this.exact;
    this.asked = false;
    if (chunk.ticks) return this.take(unpacked(chunk));
    if (chunk.batches) this.chunk.over = true;  // nothing more could be drawn
    else Object.assign(this, {chunk: unpacked(chunk), queue: [], tick: 0, starting: false});
    this.show();
    if (!chunk.over && this.goal) this.ask(SECOND, this.goal / SECOND);
  }

  /** @param {Part} part */
  take(part) {
    // It may have been on its way when the player was stopped and what was ahead was forgotten.
    const held = (this.queue.at(-1) ?? this.chunk).batches;
    if (part.after !== held || part.batches > this.expected) return;
    this.queue.push(part);
    if (this.playing) return;
    if (this.goal) this.roll();
    else this.advance();
  }

  /** Go on from this many batches, which the seed draws again. @param {number} batches */
  takeUp(batches) {
    this.chunk.batches = this.expected = batches - 1;
    this.ask(1, 1);
  }

  /** What was asked for cannot be had, and is not asked for again and again. */
  refuse() {
    this.refused = this.wanted;
    this.asked = this.starting = false;
  }
}

/** @param {Chunk} chunk @returns {Part} */
function unpacked({sweep, ...chunk}) {
  return {...chunk, table: unpackSweep(sweep, {})};
}
