/** Preloaded into our child processes: they exit when their parent is gone, for whatever reason. */
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
