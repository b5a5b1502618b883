import {
  errorFromFailure,
  fitsWish,
  McpError,
  Negotiation,
  PeerError,
  revisions,
  type ChannelFailure,
  type NegotiationStep,
  type NegotiationSubject,
  type RevisionWish,
} from '../../../src/protocol/index.ts';
import { writeTree } from '../json-tree.ts';
import { mutateJson } from '../mutate-json.ts';
import { smallerLists } from '../mutate-bytes.ts';
import type { Random } from '../random.ts';
import type { Seeds } from '../seeds.ts';
import { someFailure } from '../some-failure.ts';
import { must, trialOf, type Kind, type Target } from '../trial.ts';

/** How a server answers one question after the other; `late` leaves the probe open for now. */
type Reply =
  | { readonly kind: 'versions'; readonly versions: readonly string[] | undefined }
  | { readonly kind: 'error'; readonly code: number; readonly data: string | undefined }
  | { readonly kind: 'failure'; readonly failure: ChannelFailure }
  | { readonly kind: 'late' };

interface NegotiationInput {
  readonly about: NegotiationSubject;
  readonly replies: readonly Reply[];
}

const kind: Kind<NegotiationInput> = {
  check,
  *smaller(input) {
    for (const replies of smallerLists(input.replies)) yield { ...input, replies };
  },
  show: (input) => JSON.stringify(input),
};

/** Agreeing on a revision: whatever a server says, it ends, after few questions. */
export const negotiationTarget: Target = {
  name: 'negotiation',
  weight: 8,
  make: (random, seeds) => trialOf(someInput(random, seeds), kind),
};

const wishes: readonly RevisionWish[] = ['auto', 'auto', 'legacy', ...revisions];
const versions = [...revisions, '2027-01-01', '', '__proto__', 'toString', 'x'.repeat(100_000)];

function someInput(random: Random, seeds: Seeds): NegotiationInput {
  const isPipe = random.oneIn(2);
  return {
    about: {
      server: 'peer',
      wish: random.pick(wishes),
      kind: isPipe ? 'pipe' : 'http',
      hasOlder: !isPipe && random.oneIn(2),
    },
    replies: Array.from({ length: 8 }, () => someReply(random, seeds)),
  };
}

function someReply(random: Random, seeds: Seeds): Reply {
  switch (random.below(6)) {
    case 0:
    case 1: {
      const length = random.below(5);
      const offered = Array.from(
        { length },
        () => versions[random.below(random.oneIn(50) ? 10 : 9)] ?? '',
      );
      return { kind: 'versions', versions: random.oneIn(8) ? undefined : offered };
    }
    case 2:
    case 3:
      return {
        kind: 'error',
        code: random.pick([-32601, -32602, -32022, -32020, -32021, -32600, -32000, 0]),
        data: random.oneIn(3) ? undefined : someData(random, seeds),
      };
    case 4:
      return { kind: 'late' };
    default:
      return { kind: 'failure', failure: someFailure(random, 'words') };
  }
}

function someData(random: Random, seeds: Seeds): string {
  if (random.oneIn(2)) return JSON.stringify({ supported: [random.pick(revisions), 1] });
  return writeTree(mutateJson(random.pick(seeds.trees), random, seeds.trees));
}

/** A server is asked at most so often: two probes, three handshakes and one on the older transport. */
const mostQuestions = 7;

function check({ about, replies }: NegotiationInput): void {
  const negotiation = new Negotiation(about);
  const open = { discover: 0, initialize: 0 };
  let questions = 0;
  let step = negotiation.start();
  for (const reply of [...replies, ...Array.from({ length: 12 }, () => refusal)]) {
    switch (step.do) {
      case 'agree':
        return must(fitsWish(about.wish, step.revision), `agreed on ${step.revision}`);
      case 'fail':
        return must(
          step.error instanceof McpError && step.error.server === 'peer',
          'no error of ours',
        );
      case 'reopen':
        open.discover = 0;
        open.initialize = 1;
        questions += 1;
        break;
      case 'use-older':
        must(about.hasOlder, 'there is no older transport');
        open.initialize = 1;
        questions += 1;
        break;
      case 'discover':
      case 'initialize':
        must(fitsWish(about.wish, step.revision), `asked for ${step.revision}`);
        open[step.do] += 1;
        questions += 1;
        break;
      case 'wait':
      case 'wait-briefly':
        break;
    }
    must(questions <= mostQuestions, `${questions} questions`);
    must(open.discover + open.initialize > 0, 'it waits for nothing');
    step = answer(negotiation, open, reply);
  }
  must(step.do === 'agree' || step.do === 'fail', `it does not end: ${step.do}`);
}

const refusal: Reply = { kind: 'error', code: -32601, data: undefined };

function answer(
  negotiation: Negotiation,
  open: { discover: number; initialize: number },
  reply: Reply,
): NegotiationStep {
  if (reply.kind === 'late') return negotiation.silent();
  // A server that is asked both answers the handshake first, or the probe, as it comes.
  const isProbe = open.discover > 0 && (open.initialize === 0 || reply.kind === 'error');
  open[isProbe ? 'discover' : 'initialize'] -= 1;
  if (reply.kind === 'versions') {
    if (isProbe) return negotiation.discovered(reply.versions);
    return negotiation.initialized(reply.versions?.[0] ?? '');
  }
  const about = { server: 'peer', method: isProbe ? 'server/discover' : 'initialize' };
  const error =
    reply.kind === 'failure'
      ? errorFromFailure(reply.failure, about)
      : new PeerError({ code: reply.code, message: 'no', ...dataOf(reply.data) }, about);
  return isProbe ? negotiation.discoverFailed(error) : negotiation.initializeFailed(error);
}

function dataOf(text: string | undefined): { readonly data?: unknown } {
  return text === undefined ? {} : { data: JSON.parse(text) as unknown };
}
