/** The operator's key, which is then no longer in this process's environment, nor in that of its children. */
export function runnerKey(env: NodeJS.ProcessEnv): string {
  const key = env['GATE_RUNNER_KEY']
  delete env['GATE_RUNNER_KEY']
  if (key) return key
  throw new Error('GATE_RUNNER_KEY is missing: the portal’s own has the same value.')
}
