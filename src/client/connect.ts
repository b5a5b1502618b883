import { type Implementation, type Target } from '../protocol/index.ts';
import { ResultCache } from './cache/result-cache.ts';
import { Changes } from './changes.ts';
import { checkConnect } from './check-connect.ts';
import { Client } from './client.ts';
import { Extensions } from './extension.ts';
import { keepAsking } from './heartbeat.ts';
import { Link, type LinkParts } from './link.ts';
import { LogLevel } from './log-level.ts';
import { Opening } from './opening.ts';
import type { ClientSettings, ConnectOptions } from './options.ts';
import { PagesFirst } from './pages-first.ts';
import { capabilitiesOf } from './questions/handlers.ts';
import { Questions } from './questions/questions.ts';
import { Requests } from './requests.ts';
import { RoundTrips } from './round-trips.ts';
import { OutputCheck } from './schema/output-check.ts';
import { Tasks } from './tasks/tasks.ts';
import { settingsFrom } from './settings.ts';
import { TracedLink } from './trace/traced-link.ts';

/**
 * Opens a server and agrees with it on a revision of the protocol.
 *
 * @param target - the server: `stdio(…)` or `http(…)`
 * @param me - the name and version that this client tells the server
 * @returns the client, to be closed by whoever asked for it
 * @throws McpError with whatever kept it from working. Nothing is left of the server then, no process
 * and no session.
 * @public
 */
export async function connect(
  target: Target,
  me: Implementation,
  options: ConnectOptions = {},
): Promise<Client> {
  checkConnect(target, me, options);
  const settings = settingsFrom(target, options);
  const spoken = options.extensions ?? [];
  const isForTasks = options.tasks !== false;
  const tasks = new Tasks(isForTasks);
  const extensions = new Extensions(spoken, isForTasks ? [tasks.extension] : [], target.label);
  const { about, clock, limits, report, questionTimeoutMs } = settings;
  const { server } = about;
  const running = { server, clock, limits, timeoutMs: questionTimeoutMs };
  const questions = new Questions(options, running);
  const pages = new PagesFirst(questions, settings);
  const changes = new Changes();
  const cache = cacheFrom(options, settings, extensions);
  changes.observe((change) => cache?.invalidations.changed(change));
  const logLevel = new LogLevel(options);
  const parts = { target, me, options, settings, questions, changes, extensions, logLevel };
  const opening = new Opening(parts);
  const deadline = clock.now() + settings.connectTimeoutMs;
  const now = await opening.open(opening.known, deadline, options.signal);
  const linkParts: LinkParts = {
    settings,
    open: (known, until) => opening.open(known, clock.now() + settings.connectTimeoutMs, until),
    prepare: (error, request, tries) => {
      cache?.failed(error, request);
      return pages.visit(error, request, tries, link.server.revision);
    },
  };
  const isProven = now.server !== opening.known;
  const { tracing } = settings;
  const link: Link =
    tracing === undefined
      ? new Link(now, linkParts, isProven)
      : new TracedLink(tracing, now, linkParts, isProven);
  opening.link = link;
  const roundTrips = new RoundTrips(link, questions, settings);
  link.events.whenRenewed(() => cache?.invalidations.forgetEverything());
  link.events.whenOver(() => cache?.close());
  const requests = new Requests({ link, settings, roundTrips, extensions, cache });
  const restoreLevel = (): void => {
    logLevel.restore(requests).catch((error: unknown) => report({ kind: 'log-level-lost', error }));
  };
  link.events.whenRenewed(restoreLevel);
  restoreLevel();
  const outputs = new OutputCheck(settings, options.validator);
  tasks.use({ link, requests, roundTrips, settings });
  const client = new Client({
    link,
    settings,
    changes,
    requests,
    roundTrips,
    logLevel,
    outputs,
    tasks,
  });
  const { pingEveryMs = Infinity } = options;
  if (pingEveryMs !== Infinity)
    void keepAsking({ link, settings, everyMs: pingEveryMs, ping: (how) => client.ping(how) });
  return client;
}

function cacheFrom(
  options: ConnectOptions,
  settings: ClientSettings,
  extensions: Extensions,
): ResultCache | undefined {
  if (options.cache === false) return undefined;
  const capabilities = capabilitiesOf(options, 'modern', extensions.capabilities.modern);
  return new ResultCache({ options: options.cache ?? {}, settings, capabilities });
}
