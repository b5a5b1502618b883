// A client that gives up, and says why.
console.error('no such luck');
process.exitCode = 3;
