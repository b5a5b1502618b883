// A client that leaves out what it only SHOULD tell, which is worth a warning.
import { post } from './modern-post.mjs';

await post('tools/list', {}, null);
await post('tools/list', {}, null);
