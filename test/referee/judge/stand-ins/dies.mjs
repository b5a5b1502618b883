// A client that does what is asked of it, and is then ended by a signal.
import { callAdd } from './modern-post.mjs';

await callAdd();
process.kill(process.pid, 'SIGKILL');
