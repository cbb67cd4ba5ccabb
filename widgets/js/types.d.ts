// What Python sends, and what the parts of the drawing layer are to one another. The shapes of the first
// half stand in Python too, as TypedDicts in widgets/; a test holds the two together.

// ---- From Python ------------------------------------------------------------------------------------

/** Numbers as they come over the wire, or as a file has them: base64 of float32. */
export type Numbers = ArrayLike<number>;
export type Value = number | string | boolean;
export type Values = Record<string, Value>;

/** A slider's range: `between` is whether a value between two stops can become a stop. */
export interface ScaleFacts {
  symbol: string;
  low: number;
  high: number;
  between: boolean;
  clamp: boolean;
}

/** A whole number from 0 to `most`, typed into a field. */
export interface WholeFacts {
  symbol: string;
  most: number;
}

export interface Layout {
  above: string[];
  columns: string[][];
  below: string[];
}

/** What a link to a state needs: the short names, what can be chosen, and what goes without saying. */
export interface LinkFacts {
  keys: Record<string, string>;
  choices: string[];
  defaults: Values;
}

export interface ColumnPayload {
  along: string[];
  count: number;
  kind: "f4" | "f8" | "i4" | "text";
  /** Numbers as base64 of their bytes, see core/sweep.js. */
  data: string | string[];
}

/** `axes` are those that are no slider of the explorer: the stops of sliders are sent once. */
export interface SweepPayload {
  axes: Record<string, number[]>;
  columns: Record<string, ColumnPayload>;
}

/** `failure` says why a view could not be computed; then there is nothing else. */
export interface ViewPayload {
  kind: string;
  facts: object | null;
  sweep: SweepPayload | null;
  failure: string;
}

/** What a page or a component brings along. */
export interface Opening {
  key: string;
  title: string;
  layout: Layout;
  controls: Control[];
  scales: Record<string, ScaleFacts>;
  wholes: Record<string, WholeFacts>;
  link: LinkFacts;
  values: Values;
  shown: Values;
  stops: Record<string, number[]>;
  views: Record<string, ViewPayload>;
  chunk: Chunk | null;
  theme: string;
}

/**
 * What comes later; each part only where it is news. `columns` join those that a view has. On the socket
 * views, and columns, are the deflated bytes of their JSON, and a chunk is its JSON text.
 */
export interface News {
  values?: Values;
  shown?: Values;
  stops?: Record<string, number[]>;
  views?: Record<string, ViewPayload>;
  columns?: Record<string, Record<string, ColumnPayload>>;
  chunk?: Chunk;
  answered?: boolean;
}

// ---- The controls -----------------------------------------------------------------------------------

interface ControlBase {
  name: string;
  hidden?: boolean;
}
export interface PickerSpec extends ControlBase {
  kind: "picker";
  label: string;
  options: [string, string][];
}
export interface SliderSpec extends ControlBase {
  kind: "slider";
  label: string;
  symbol: string;
  role: string;
  reveals: string;
  applies: [string, string] | null;
  typed: boolean;
}
export interface SwitchSpec extends ControlBase {
  kind: "toggle";
  label: string;
}
export interface FieldSpec extends ControlBase {
  kind: "field";
  label: string;
}
export interface PlayerSpec extends ControlBase {
  kind: "player";
  limit: number;
  speeds: number[];
  step: number;
  note: string;
}
export type Control = PickerSpec | SliderSpec | SwitchSpec | FieldSpec | PlayerSpec;

// ---- The facts and frames of the views: drawn once a scenario, and what moves ----------------------

export interface ResponseFacts {
  responses: string[];
  reward: number[];
  truth: number[] | null;
  ref: number[];
}
export interface TreeFacts extends ResponseFacts {
  vocab: string[];
  depth: number;
  edges: number[];
}
export interface TreeFrame {
  edges: Numbers;
  reach: Numbers;
  soft: Numbers;
}
export interface BarsFacts extends ResponseFacts {
  top: number;
  wide: boolean;
}
export interface BarsFrame {
  star: Numbers;
  temp?: Numbers;
}
export interface CurveFacts {
  kl: Numbers;
  reward: Numbers;
  truth: Numbers | null;
}
export interface StopFacts {
  beta: number[];
  kl: Numbers;
  reward: Numbers;
}
export interface PeakFacts {
  beta: number;
  kl: number;
  true_reward: number;
}
export interface RangeFacts {
  kl: number[];
  reward: number[];
}
export interface PlaneFacts {
  start: (number | null)[];
  curve: CurveFacts;
  cooling: CurveFacts;
  stops: StopFacts;
  peak: PeakFacts | null;
  range: RangeFacts;
}
export interface PlaneFrame {
  kl: Numbers;
  reward: Numbers;
  intercept: Numbers;
  temp_kl?: Numbers;
  temp_reward?: Numbers;
  truth?: Numbers;
}
export interface TextFacts {
  html: string;
  steps: Values[];
}
export interface TermFacts {
  k1: Numbers;
  k2: Numbers;
  k3: Numbers;
}
export interface CurvesFacts {
  grid: Numbers;
  curves: TermFacts;
  range: number[];
  ref: number[];
  policy: number[] | null;
}
export interface CurvesFrame {
  ratio: Numbers;
  share: Numbers;
}
export interface FormulaFacts {
  k1: string;
  k2: string;
  k3: string;
}
export interface HistogramsFacts {
  formulas: FormulaFacts;
}

// ---- A run that is played ---------------------------------------------------------------------------

export interface RunSettings {
  position: string;
  f: number;
  tokens: number;
  seed: number;
}
/** What is exact of a run, estimator by estimator. */
export interface RunExact {
  edges: number[];
  kl: number;
  mean: number[];
  bins: number[][];
  below: string[];
}
/** About a second of frames; `exact` comes with the first chunk of a run. */
export interface Chunk {
  after: number;
  run: number;
  settings: RunSettings;
  exact: RunExact | null;
  batches: number;
  over: boolean;
  sweep: SweepPayload;
  ticks: number;
}

// ---- What the browser says --------------------------------------------------------------------------

export type Message =
  | {join: Values}
  | {set: Values}
  | {start: RunSettings; run: number}
  | {draw: number; per_frame: number; after: number};

// ---- Within the browser -----------------------------------------------------------------------------

/** A layout of some views: `rows` are further rows of columns, below the first. */
export interface Arranged extends Layout {
  rows?: string[][][];
}

export type ColumnData = ArrayLike<number> | string[];
export interface Column {
  along: string[];
  count: number;
  data: ColumnData;
}
export interface SweepTable {
  axes: Record<string, number[]>;
  columns: Record<string, Column>;
}
export type Frame = Record<string, ColumnData>;

/** What is played now: the frame, and what it is of. */
export interface Live {
  settings: RunSettings;
  exact: RunExact;
  frame: Frame;
}

/** What all views see: the controls' values by name, and these. */
export interface Status {
  /** The response that is pointed at, or -1. */
  pointed: number;
  lost: boolean;
  slow: boolean;
  live: Live | null;
  stale: boolean;
  playing: boolean;
  over: boolean;
}
export interface State extends Status {
  settings: Values;
}

export interface Store {
  readonly state: State;
  /** How often each setting was set. */
  readonly moves: Record<string, number>;
  /** Set values of controls. */
  set(settings: Partial<Values>): void;
  /** Set what is no control's. */
  mark(status: Partial<Status>): void;
  /** Called in the frame that shows what was set. */
  subscribe(listener: (state: State) => void): () => void;
  /** Called at once when settings were set. */
  watch(listener: () => void): void;
  invalidate(): void;
  flush(): void;
}

export interface Topics {
  views: Record<string, ViewPayload>;
  columns: Record<string, Record<string, ColumnPayload>>;
  stops: Record<string, number[]>;
  shown: Values;
  chunk: Chunk;
  refused: Message;
}

/** One explorer in the browser: what it shows, what its controls say, and whom it asks. */
export interface Explorer {
  readonly opening: Opening;
  readonly store: Store;
  readonly stops: Record<string, number[]>;
  readonly views: Record<string, ViewPayload>;
  readonly shown: Values;
  controls: Control[];
  on<T extends keyof Topics>(topic: T, listener: (news: Topics[T]) => void): void;
  receive(news: News): void;
  refuse(message: Message): void;
  send(message: Message): void;
  /** Set a value that may stand between the stops: then it is set when it has become one. */
  require(name: string, value: number): void;
}

/** Whoever answers an explorer: a Panel session, or recorded files. */
export interface Channel {
  /** Begin to follow what the explorer's controls say. */
  attach(explorer: Explorer): void;
  send(message: Message): void;
  /** Make this value a stop. */
  require(settings: Values): void;
}

/** The part of a Panel component's model that a session's channel uses. */
export interface PanelModel {
  opening: string;
  send_msg(message: Message): void;
  on(event: string, listener: (message: unknown) => void): void;
  off(event: string, listener: (message: unknown) => void): void;
}

/** Where a picture is drawn. `alone` is whether nothing stands beside it. */
export interface Space {
  el: HTMLElement;
  width: number;
  alone: boolean;
  store: Store;
}
/** What a view is given in each frame: the settings, each at the stop that is shown, and the status. */
export type Shown = Status & Record<string, any>;
export type Draw<F> = (frame: F, shown: Shown) => void;
/** Builds what stays for a scenario and a width, and returns what moves it. */
export type Picture<Facts, F> = (facts: Facts, space: Space) => Draw<F>;

/** A control in the page: its element, and how it follows the state. */
export interface Widget {
  root: HTMLElement;
  show(state: State): void;
}

/** What an explorer has of its own. */
export interface Definition {
  pictures: Record<string, Picture<any, any>>;
  /** Controls that only it has, by their kind. */
  controls?: Record<string, (spec: any, explorer: Explorer) => Widget>;
  /** Renders the bar of controls; given by whoever puts the parts together. */
  bar?: (explorer: Explorer, el: HTMLElement, kinds: Record<string, (spec: any, explorer: Explorer) => Widget>) => void;
  /** The numbers on screen in lines of Python. */
  snippet?: (explorer: Explorer) => string[];
  /** What a session would answer, from files. */
  recorder?: (explorer: Explorer, message: Message, load: Load) => Promise<void>;
}
/** Fetch a recorded file by its name. */
export type Load = (name: string) => Promise<any>;
