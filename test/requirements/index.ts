import { agentHarnessRows } from './agent-harness.ts';
import { agentHostRows } from './agent-host.ts';
import { appRows } from './apps.ts';
import { authorizationClientRows } from './authorization-clients.ts';
import { authorizationDiscoveryRows } from './authorization-discovery.ts';
import { authorizationTokenRows } from './authorization-tokens.ts';
import { batchingRows } from './batching.ts';
import { cachingRows } from './caching.ts';
import { cancellationRows } from './cancellation.ts';
import { capabilityRows } from './capabilities.ts';
import { clientCredentialRows } from './client-credentials.ts';
import { completionRows } from './completion.ts';
import { elicitationRows } from './elicitation.ts';
import { enterpriseManagedRows } from './enterprise-managed.ts';
import { fieldFaultRows } from './field-faults.ts';
import { genericClientRows } from './generic-client.ts';
import { httpRows } from './http.ts';
import { httpAndSseRows } from './http-and-sse.ts';
import { httpLegacyRows } from './http-legacy.ts';
import { iconRows } from './icons.ts';
import { jsonRpcRows } from './json-rpc.ts';
import { jsonSchemaRows } from './json-schema.ts';
import { legacyTaskRows } from './legacy-tasks.ts';
import { loggingRows } from './logging.ts';
import { metaRows } from './meta.ts';
import { multiRoundTripRows } from './multi-round-trip.ts';
import { pagingRows } from './paging.ts';
import { parameterHeaderRows } from './parameter-headers.ts';
import { pingRows } from './ping.ts';
import { progressRows } from './progress.ts';
import { promptRows } from './prompts.ts';
import { resourceRows } from './resources.ts';
import { rootRows } from './roots.ts';
import { samplingRows } from './sampling.ts';
import { securityRows } from './security.ts';
import { stdioRows } from './stdio.ts';
import { subscriptionRows } from './subscriptions.ts';
import { tasksExtensionRows } from './tasks-extension.ts';
import { toolRows } from './tools.ts';
import { versionRows } from './versions.ts';
import type { Rows } from './row.ts';

/** Every row by its id. */
export const rows = {
  ...jsonRpcRows,
  ...batchingRows,
  ...metaRows,
  ...capabilityRows,
  ...versionRows,
  ...stdioRows,
  ...httpRows,
  ...parameterHeaderRows,
  ...httpLegacyRows,
  ...httpAndSseRows,
  ...cancellationRows,
  ...progressRows,
  ...pingRows,
  ...subscriptionRows,
  ...multiRoundTripRows,
  ...cachingRows,
  ...pagingRows,
  ...toolRows,
  ...jsonSchemaRows,
  ...resourceRows,
  ...promptRows,
  ...completionRows,
  ...loggingRows,
  ...rootRows,
  ...samplingRows,
  ...elicitationRows,
  ...iconRows,
  ...legacyTaskRows,
  ...tasksExtensionRows,
  ...appRows,
  ...securityRows,
  ...authorizationDiscoveryRows,
  ...authorizationClientRows,
  ...authorizationTokenRows,
  ...clientCredentialRows,
  ...enterpriseManagedRows,
  ...agentHostRows,
  ...agentHarnessRows,
  ...genericClientRows,
  ...fieldFaultRows,
} as const;

/** An id that stands in the data. */
export type RowId = keyof typeof rows;

/** The rows of one prefix, as they are counted. */
export interface Group {
  readonly prefix: string;
  readonly title: string;
  readonly tables: readonly Rows[];
}

/** All groups, in the order of the protocol first and then of the programs and faults that set a goal. */
export const groups: readonly Group[] = [
  { prefix: 'RPC', title: 'Messages', tables: [jsonRpcRows] },
  { prefix: 'BAT', title: 'Batching', tables: [batchingRows] },
  { prefix: 'META', title: '_meta', tables: [metaRows] },
  { prefix: 'CAP', title: 'Capabilities', tables: [capabilityRows] },
  { prefix: 'VER', title: 'Eras and versions', tables: [versionRows] },
  { prefix: 'STD', title: 'stdio', tables: [stdioRows] },
  { prefix: 'HTTP', title: 'Streamable HTTP, modern', tables: [httpRows] },
  { prefix: 'XMH', title: 'Parameter headers', tables: [parameterHeaderRows] },
  { prefix: 'HTL', title: 'Streamable HTTP, legacy', tables: [httpLegacyRows] },
  { prefix: 'SSE', title: 'HTTP+SSE', tables: [httpAndSseRows] },
  { prefix: 'CAN', title: 'Cancellation', tables: [cancellationRows] },
  { prefix: 'PRG', title: 'Progress', tables: [progressRows] },
  { prefix: 'PNG', title: 'Ping', tables: [pingRows] },
  { prefix: 'SUB', title: 'Subscriptions', tables: [subscriptionRows] },
  { prefix: 'MRT', title: 'Multi round-trip', tables: [multiRoundTripRows] },
  { prefix: 'CCH', title: 'Caching', tables: [cachingRows] },
  { prefix: 'PAG', title: 'Paging', tables: [pagingRows] },
  { prefix: 'TOL', title: 'Tools', tables: [toolRows] },
  { prefix: 'JSC', title: 'JSON Schema', tables: [jsonSchemaRows] },
  { prefix: 'RES', title: 'Resources', tables: [resourceRows] },
  { prefix: 'PMT', title: 'Prompts', tables: [promptRows] },
  { prefix: 'CMP', title: 'Completion', tables: [completionRows] },
  { prefix: 'LOG', title: 'Logging', tables: [loggingRows] },
  { prefix: 'ROO', title: 'Roots', tables: [rootRows] },
  { prefix: 'SAM', title: 'Sampling', tables: [samplingRows] },
  { prefix: 'ELI', title: 'Elicitation', tables: [elicitationRows] },
  { prefix: 'ICO', title: 'Icons', tables: [iconRows] },
  { prefix: 'TSK', title: 'Tasks, legacy', tables: [legacyTaskRows] },
  { prefix: 'TKX', title: 'Tasks, extension', tables: [tasksExtensionRows] },
  { prefix: 'APP', title: 'Apps', tables: [appRows] },
  { prefix: 'SEC', title: 'Security', tables: [securityRows] },
  {
    prefix: 'AUTH',
    title: 'Authorization',
    tables: [authorizationDiscoveryRows, authorizationClientRows, authorizationTokenRows],
  },
  { prefix: 'CC', title: 'Client credentials', tables: [clientCredentialRows] },
  { prefix: 'EMA', title: 'Enterprise-managed', tables: [enterpriseManagedRows] },
  { prefix: 'G', title: 'Agent host', tables: [agentHostRows] },
  { prefix: 'H', title: 'Agent harness', tables: [agentHarnessRows] },
  { prefix: 'A', title: 'Generic client', tables: [genericClientRows] },
  { prefix: 'W', title: 'Faults in the field', tables: [fieldFaultRows] },
];
