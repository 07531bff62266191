/**
 * Loaded before the commands of a workflow when a test runs them: what they ask of GitHub's address
 * for job tokens is answered by the test's own server, at `STAND_IN_JOB_TOKENS`.
 */
const github = 'https://tokens.github.test'
const fetchReally = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (!url.startsWith(`${github}/`)) return fetchReally(input, init)
  return fetchReally(url.replace(github, process.env['STAND_IN_JOB_TOKENS']!), init)
}
