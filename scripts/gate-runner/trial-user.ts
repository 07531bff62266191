/**
 * TRIAL_USER, a number: the user and group of a trial's process, if the runner may choose (it is root, as in its image).
 * Another user's process can't read the runner's memory or environment.
 */
export function trialUser(env: NodeJS.ProcessEnv = process.env): { uid?: number; gid?: number } {
  const id = Number(env['TRIAL_USER'])
  return process.getuid?.() === 0 && Number.isInteger(id) && id > 0 ? { uid: id, gid: id } : {}
}
