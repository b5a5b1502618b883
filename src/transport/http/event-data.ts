/** Characters that are kept of either end of data over its bound. */
const edgeLength = 1024;

/** What was kept of data over its bound. */
export interface DataEdges {
  /** Its first characters, at most 1,024. */
  readonly head: string;
  /** Its last characters, at most 1,024. */
  readonly tail: string;
}

/** The data of one event: lines joined by line feeds, or both ends of it once it is over its bound. */
export class EventData {
  readonly #maxBytes: number;
  #bytes = 0;
  #first: string | undefined;
  #more: string[] | undefined;
  #edges: DataEdges | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether a further line of so many bytes would go over the bound. */
  overflows(lineBytes: number): boolean {
    return this.#edges !== undefined || this.#bytes + lineBytes > this.#maxBytes;
  }

  /** Adds a line of so many bytes. */
  add(line: string, lineBytes: number): void {
    const bytes = this.#first === undefined ? lineBytes : lineBytes + 1;
    if (this.overflows(bytes)) return this.addEnds(line, line);
    this.#bytes += bytes;
    if (this.#first === undefined) this.#first = line;
    else if (this.#more === undefined) this.#more = [line];
    else this.#more.push(line);
  }

  /** Adds a line over the bound, of which only the ends are left. */
  addEnds(head: string, tail: string): void {
    const before = this.#edges ?? this.#ownEdges();
    const joint = before === undefined ? '' : '\n';
    this.#edges = {
      head: ((before?.head ?? '') + joint + head.slice(0, edgeLength)).slice(0, edgeLength),
      tail: ((before?.tail ?? '') + joint + tail.slice(-edgeLength)).slice(-edgeLength),
    };
    this.#first = undefined;
    this.#more = undefined;
  }

  /** Gives what was gathered, and begins anew. */
  take(): string | DataEdges {
    const taken = this.#edges ?? this.#joined() ?? '';
    this.#bytes = 0;
    this.#first = undefined;
    this.#more = undefined;
    this.#edges = undefined;
    return taken;
  }

  #ownEdges(): DataEdges | undefined {
    const data = this.#joined();
    return data === undefined
      ? undefined
      : { head: data.slice(0, edgeLength), tail: data.slice(-edgeLength) };
  }

  #joined(): string | undefined {
    if (this.#first === undefined || this.#more === undefined) return this.#first;
    return [this.#first, ...this.#more].join('\n');
  }
}
