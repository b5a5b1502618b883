import { connect, http, type Client, type ConnectOptions } from 'garuda-mcp';
import { acceptDefaults } from './accept-defaults.ts';
import { listSkills, loadSkill, SkillError, SKILLS } from './skills.ts';
import { credentialsFor, mustStop, type SignInContext } from './sign-in.ts';

/** What the suite hands over. */
export interface Order {
  readonly name: string;
  readonly version: string;
  /** Some scenarios hand over more: credentials, or the calls to make. */
  readonly context: SignInContext & { readonly toolCalls?: readonly ToolCall[] };
  readonly url: string;
}

interface ToolCall {
  readonly name: string;
  readonly arguments: Parameters<Client['callTool']>[1];
}

/** What the client answers when the server asks, and what it speaks besides. */
type Answers = Pick<ConnectOptions, 'onElicit' | 'extensions'>;

type Play = (client: Client, order: Order) => Promise<void>;

const ME = { name: 'garuda-mcp-referee', version: '1.0.0' };

/** What to do with the server, once connected. What the suite checks, it sees on the wire. */
const plays: Readonly<Record<string, Play>> = {
  // Its server declares nothing, so that nothing is asked of it; a ping shows that the session works.
  initialize: (client) => client.ping(),
  'request-metadata': listTools,
  'json-schema-ref-no-deref': listTools,

  tools_call: async (client) => {
    await client.listTools();
    await client.callTool('add_numbers', { a: 5, b: 3 });
  },

  'http-standard-headers': async (client) => {
    for (const { name } of await client.listTools()) await client.callTool(name);
    for (const { uri } of await client.listResources()) await client.readResource(uri);
    for (const { name } of await client.listPrompts()) await client.getPrompt(name);
  },

  'http-custom-headers': async (client, { context: { toolCalls = [] } }) => {
    await client.listTools();
    for (const call of toolCalls) await client.callTool(call.name, call.arguments);
  },

  // The client leaves out what is not well-formed, so that all of its list can be called.
  'http-invalid-tool-headers': async (client) => {
    for (const { name } of await client.listTools()) await client.callTool(name, { region: 'us' });
  },

  'json-schema-2020-12-preservation': async (client) => {
    const tools = await client.listTools();
    const tool = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    if (tool === undefined) throw new Error('the server lists no json_schema_2020_12_tool');
    await client.callTool('json_schema_echo', { schema: tool.inputSchema });
  },

  'sep-2640-client-no-prefetch': async (client) => {
    const skills = await listSkills(client);
    if (skills.length === 0) throw new Error('the server lists no skills');
  },
  'sep-2640-client-verify-digest': (client) => refuseSkill(client, 'digest'),
  'sep-2640-client-verify-size': (client) => refuseSkill(client, 'size'),
  'sep-2640-client-verify-frontmatter': (client) => refuseSkill(client, 'frontmatter'),

  'sse-retry': async (client) => {
    await client.listTools();
    await client.callTool('test_reconnection');
  },
};

/** Those in which the server asks the client for something. */
const questions: Readonly<Record<string, Play>> = {
  'elicitation-sep1034-client-defaults': async (client) => {
    await client.listTools();
    await client.callTool('test_client_elicitation_defaults');
  },

  'sep-2322-client-request-state': async (client) => {
    await client.listTools();
    await client.callTool('test_mrtr_echo_state');
    await client.callTool('test_mrtr_unrelated');
    await client.callTool('test_mrtr_no_state');
    await client.callTool('test_mrtr_no_result_type');
  },
};

/** The usual way through a scenario about sign-in, which the credentials see to. */
async function callTestTool(client: Client): Promise<void> {
  await client.listTools();
  await client.callTool('test-tool');
}

/** Loads a skill that is not what its entry promised, and must not be loaded for this reason. */
async function refuseSkill(client: Client, why: string): Promise<void> {
  const [skill] = await listSkills(client);
  if (skill === undefined) throw new Error('the server lists no skills');
  try {
    await loadSkill(client, skill);
  } catch (error) {
    if (error instanceof SkillError && error.message.includes(`: ${why}: `)) return;
    throw error;
  }
  throw new Error(`expected a fault of the ${why}, and the skill was loaded`);
}

async function listTools(client: Client): Promise<void> {
  await client.listTools();
}

export async function runScenario(order: Order): Promise<void> {
  const asks = questions[order.name];
  if (asks !== undefined) return await runWithAnswers(order, asks);
  if (order.name.startsWith('auth/'))
    return await mustStop(order.name, () => run(order, callTestTool, {}));
  const play = plays[order.name];
  if (play === undefined) throw new Error(`the client knows no scenario ${order.name}`);
  await run(order, play, order.name.startsWith('sep-2640-') ? { extensions: [SKILLS] } : {});
}

async function runWithAnswers(order: Order, play: Play): Promise<void> {
  let asked = 0;
  const onElicit: Answers['onElicit'] = (params) => {
    asked += 1;
    return acceptDefaults(params);
  };
  await run(order, play, { onElicit });
  if (asked === 0) throw new Error('the server asked for input, and the client did not pass it on');
}

async function run(order: Order, play: Play, answers: Answers): Promise<void> {
  // The suite says which revision to speak, and its servers speak no other.
  const revision = order.version === '2026-07-28' ? '2026-07-28' : 'legacy';
  const needsSignIn = order.name.startsWith('auth/');
  const target = needsSignIn
    ? http(order.url, { credentials: credentialsFor(order.name, order.context) })
    : http(order.url);
  const client = await connect(target, ME, { ...answers, revision });
  try {
    await play(client, order);
  } finally {
    await client.close();
  }
}
