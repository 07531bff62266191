/** Preloaded into our child processes: they exit when their parent has ended for any reason. */
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
