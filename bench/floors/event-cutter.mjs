const DATA = 'data: ';

/** Cuts the data of events out of pieces of text, in the one form in which the bench's server writes them. */
export class EventCutter {
  #held = [];
  #data = [];
  #onData;

  /** @param {(data: string) => void} onData */
  constructor(onData) {
    this.#onData = onData;
  }

  feed(text) {
    let from = 0;
    for (let end; (end = text.indexOf('\n', from)) !== -1; from = end + 1) {
      const line = text.slice(from, end);
      if (this.#held.length === 0) this.#take(line);
      else {
        const whole = [...this.#held, line].join('');
        this.#held = [];
        this.#take(whole);
      }
    }
    if (from < text.length) this.#held.push(text.slice(from));
  }

  #take(line) {
    if (line.startsWith(DATA)) this.#data.push(line.slice(DATA.length));
    else if (line === '' && this.#data.length > 0) {
      const data = this.#data.length === 1 ? this.#data[0] : this.#data.join('\n');
      this.#data = [];
      this.#onData(data);
    }
  }
}
