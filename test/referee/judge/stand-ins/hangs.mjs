// A client that never ends, even when its shell does.
setInterval(() => {}, 1000);
