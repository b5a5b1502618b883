// A client that does what the scenario `tools_call` asks for, and no more.
import { callAdd } from './modern-post.mjs';

await callAdd();
