import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { dateText } from '@portal/domain/time-text'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { exportPage } from './export-page.ts'

export const usersName = 'users.json'
export const accountsPageName = 'accounts.html'

/** `users.json`: the accounts, or why they couldn't be read. */
const exportedUsers = z.object({
  unavailable: z.optional(z.string()),
  users: z.array(
    z.object({
      email: z.string(),
      displayName: z.optional(z.string()),
      providers: z.array(z.string()),
      disabled: z.boolean(),
      createdAt: z.optional(z.string()),
    }),
  ),
})

const ways: Record<string, string> = {
  'google.com': 'Google',
  password: 'Password',
  oidc: 'The foundation’s sign-in',
}

/** The page of the accounts, from the bytes of `users.json`. */
export async function accountsPage(
  stored: AsyncIterable<Uint8Array> | undefined,
  timeZone: string,
): Promise<string> {
  const { users, unavailable } = z.parse(
    exportedUsers,
    stored ? await json(Readable.from(stored)) : { users: [] },
  )
  const title = 'Accounts'
  const rows = users.map(
    ({ email, displayName, providers, disabled, createdAt }) =>
      html`<tr>
        <th scope="row">${displayName ?? ''}</th>
        <td>${email}</td>
        <td>${disabled ? 'Disabled' : providers.map((way) => ways[way] ?? way).join(', ')}</td>
        <td>${createdAt === undefined ? '' : dateText(createdAt, timeZone)}</td>
      </tr>`,
  )
  return exportPage(
    title,
    html`<nav><a href="index.html">All papers and agendas</a></nav>
      <h1>${title}</h1>
      <p>Who could sign in when this was exported. Passwords aren’t part of it.</p>
      ${unavailable === undefined ? '' : html`<p>${unavailable}</p>`}
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">E-mail</th>
            <th scope="col">Signs in with</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`,
  )
}
