// A client that asks the server for nothing, and is content.
process.exitCode = 0;
