/**
 * Preloaded into a measured process: reports its CPU time since the start, in µs, when asked over
 * IPC.
 */
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send!({ cpu: user + system })
})
process.channel?.unref()
