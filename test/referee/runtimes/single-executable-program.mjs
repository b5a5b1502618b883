// The main program of a single-executable application: a server's URL and how to start another one are its
// arguments, one line of JSON the answer.
import { connect } from 'garuda-mcp';
import { stdio } from 'garuda-mcp/stdio';
import { smoke } from './smoke.mjs';

const [url, command, ...args] = process.argv.slice(2);

async function main() {
  const overHttp = await smoke(url);
  const client = await connect(stdio({ command, args }), { name: 'smoke', version: '1.0.0' });
  const { content } = await client.callTool('echo', { message: 'from stdio: 你好' });
  await client.close();
  console.log(JSON.stringify([...overHttp, { said: content[0].text }]));
}

void main();
