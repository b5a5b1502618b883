/** Acts when those have acted who waited for a promise that is settled now, and those who waited for them. */
export function turnsLater(act: () => void): void {
  void afterwards.then(nothing).then(nothing).then(act);
}

const afterwards = Promise.resolve();

function nothing(): void {
  // A promise callback later is all that is wanted.
}
