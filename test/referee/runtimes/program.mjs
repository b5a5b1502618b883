// Bun and Deno run this file as it is: the server's URL is the argument, one line of JSON the answer.
import { smoke } from './smoke.mjs';

console.log(JSON.stringify(await smoke(process.argv[2])));
