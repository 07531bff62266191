/** The variables that a browser and its driver need. Any other may be a secret. */
const needed =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|TZ|LANG|LC_\w+|NODE_COMPILE_CACHE|CHROMIUM\w*|FONTCONFIG_\w+|LD_LIBRARY_PATH|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_\w+|SYSTEMROOT|WINDIR|LOCALAPPDATA)$/i

/** The environment of a browser that runs a release: without the tokens and keys of the process that starts it. */
export function browserEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => needed.test(name))
  return Object.fromEntries(
    kept.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
