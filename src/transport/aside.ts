/**
 * Programs of the system that the host starts besides servers, such as a browser. No door of the
 * package: what starts processes stands in one module, and the host reaches it here.
 *
 * @packageDocumentation
 */
export { type Output, outputOf, type OutputOptions, runAside } from './stdio/spawn.ts';
