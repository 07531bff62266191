/** The operator's key. Reading it removes it from the environment of this process and its children. */
export function runnerKey(env: NodeJS.ProcessEnv): string {
  const key = env['GATE_RUNNER_KEY']
  delete env['GATE_RUNNER_KEY']
  if (key) return key
  throw new Error('GATE_RUNNER_KEY is missing: the portal’s own has the same value.')
}
