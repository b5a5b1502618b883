/** Nothing changed in what a client sends, but for what it receives too. */
export { sent } from '../2024-11-05/sent.ts';
