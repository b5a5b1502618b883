/** Something about the project that stops the build and that a person must mend. */
export class BuildFault extends Error {
  name = 'BuildFault';
}
