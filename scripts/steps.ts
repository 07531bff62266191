/** Reports every step of a start that takes longer than a second. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const timer = setTimeout(() => process.stdout.write(`  ${name} …\n`), 1000)
  try {
    const result = await work()
    const seconds = (performance.now() - began) / 1000
    if (seconds > 1) process.stdout.write(`  ${name}: done in ${seconds.toFixed(1)} s\n`)
    return result
  } finally {
    clearTimeout(timer)
  }
}
