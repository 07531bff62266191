/** Preloaded into the processes we start: they end when the one that started them is gone, however it went. */
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
