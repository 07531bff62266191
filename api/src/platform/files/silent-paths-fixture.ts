// Stands in for `path-worker.ts` on a machine with a disk that doesn’t respond.
for (const path of process.argv.slice(2)) {
  if (!path.includes('unresponsive')) process.send?.([path, 'folder'])
}
process.on('message', () => undefined)
