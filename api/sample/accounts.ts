import type { SampleAccount } from '@portal/contract/portal'

/** `note` says in a few words what the account is for. `isOutsiders`: a guest's or an assistant's. */
export type NotedAccount = SampleAccount & { note: string; isOutsiders?: true }

const password = 'larkspur-board-2026'

/** The auditor, who is invited to one item of a meeting of the finance committee. */
export const sampleGuest: NotedAccount = {
  email: 'joan.whitlock@whitlockdean.example',
  displayName: 'Joan Whitlock',
  provider: 'password',
  password,
  note: 'guest of the finance committee (auditor)',
  isOutsiders: true,
}

/** Reads for Maria Lopez. */
export const sampleAssistant: NotedAccount = {
  email: 'ana.ruiz@lopez.example',
  displayName: 'Ana Ruiz',
  provider: 'password',
  password,
  note: 'assistant of Maria Lopez',
  isOutsiders: true,
}

/** Accounts offered on the sign-in page of the embedded set; the first three are suggested. */
export const sampleAccounts: NotedAccount[] = [
  {
    email: 'ruth.abelman@larkspur.example',
    displayName: 'Ruth Abelman',
    provider: 'google.com',
    sub: '100000000000000000001',
    note: 'admin (board liaison)',
  },
  {
    email: 'wei.chen@larkspur.example',
    displayName: 'Wei Chen',
    provider: 'google.com',
    sub: '100000000000000000002',
    note: 'staff member (executive director)',
  },
  {
    email: 'maria.lopez@larkspur.example',
    displayName: 'Maria Lopez',
    provider: 'password',
    password,
    note: 'board member (chair)',
  },
  {
    email: 'hana.takeda@larkspur.example',
    displayName: 'Hana Takeda',
    provider: 'google.com',
    sub: '100000000000000000003',
    note: 'staff member (programs)',
  },
  {
    email: 'samuel.osei@larkspur.example',
    displayName: 'Samuel Osei',
    provider: 'google.com',
    sub: '100000000000000000004',
    note: 'staff member (finance)',
  },
  sampleGuest,
  sampleAssistant,
  {
    email: 'paula.hart@fernhollow.example',
    displayName: 'Paula Hart (another organization)',
    provider: 'google.com',
    sub: '100000000000000000005',
    note: 'not of the foundation: is refused',
  },
]

/** The e-mail domain of members. */
export const sampleDomain = 'larkspur.example'

/** The uid of a sample account. */
export function sampleAccountId(email: string): string {
  return `sample-${email.split('@')[0]!.replace('.', '-')}`
}
