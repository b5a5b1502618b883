/** A `.cpuprofile` of V8, summed up. */
export class Profile {
  #nodes;
  #byId;
  #ownUs = new Map();

  constructor({ nodes, samples, timeDeltas }) {
    this.#nodes = nodes.filter(({ callFrame }) => callFrame.functionName !== '(idle)');
    this.#byId = new Map(nodes.map((node) => [node.id, node]));
    samples.forEach((id, n) => this.#ownUs.set(id, this.#own({ id }) + timeDeltas[n]));
  }

  /** Without the time in which the process waited. */
  get totalUs() {
    return this.#nodes.reduce((sum, node) => sum + this.#own(node), 0);
  }

  byOrigin() {
    return this.#sum(({ callFrame }) => originOf(callFrame));
  }

  byFunction() {
    return this.#sum(({ callFrame: { functionName, url, lineNumber } }) => {
      const place = url.replace(/^.*node_modules\//u, '').replace(/^file:.*\/(?=dist|bench)/u, '');
      return `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`;
    });
  }

  /** The time in a function of this name and in all that it calls. */
  under(functionName) {
    const walk = (node, isUnder) => {
      const counts = isUnder || node.callFrame.functionName === functionName;
      const below = (node.children ?? []).map((id) => walk(this.#byId.get(id), counts));
      return below.reduce((sum, us) => sum + us, counts ? this.#own(node) : 0);
    };
    return walk(this.#nodes[0], false);
  }

  #own({ id }) {
    return this.#ownUs.get(id) ?? 0;
  }

  #sum(keyOf) {
    const sums = new Map();
    for (const node of this.#nodes) {
      const key = keyOf(node);
      sums.set(key, (sums.get(key) ?? 0) + this.#own(node));
    }
    return [...sums].toSorted(([, a], [, b]) => b - a).filter(([, us]) => us > 0);
  }
}

function originOf({ functionName, url }) {
  const nodePackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(url)?.[1];
  if (nodePackage !== undefined) return nodePackage;
  const internal = /^node:(?:internal\/(?:deps\/)?)?([^/]+)/u.exec(url)?.[1];
  if (internal !== undefined) return `Node.js: ${internal}`;
  if (url.includes('/dist/')) return 'garuda-mcp';
  if (url.includes('/bench/')) return 'bench';
  return url === '' ? `V8: ${functionName}` : url;
}
