import { beforeAll, describe, expect, it } from 'vitest'
import { loadCommonPasswords } from './common-passwords.ts'
import { isLongEnough, passwordFault } from './password-rule.ts'

let common: ReadonlySet<string>
beforeAll(async () => {
  common = await loadCommonPasswords()
})

const larkspur = { name: 'The Larkspur Foundation', domain: 'larkspur.example' }
const maria = { email: 'maria.lopez@larkspur.example', displayName: 'María López' }
const faultOf = (password: string, person: typeof maria = maria, foundation = larkspur) =>
  passwordFault(password, { common, person, foundation })

describe('the list of common passwords', () => {
  it('has at least 3,000 that are long enough', () => {
    expect([...common].filter(isLongEnough).length).toBeGreaterThan(3000)
  })

  it('loads the list once', () => {
    expect(loadCommonPasswords()).toBe(loadCommonPasswords())
  })
})

describe('a password', () => {
  it.each(['seven77', '', '            '])('refuses %j as too short', (password) => {
    expect(faultOf(password)).toBe('short')
  })

  it.each([
    'password',
    'PASSWORD',
    'ｐａｓｓｗｏｒｄ',
    ' password ',
    'p@ssw0rd',
    'iloveyou',
    'qwertyuiop',
    '1q2w3e4r',
    'trustno1',
    '147258369',
    'Password1!',
    'Summer2026',
    '2026-Welcome!',
    'qwerty12345',
    'aaaaaaaa',
    '00000000',
    'abcabcabc',
    '12341234',
    '121212121',
    'abcdefgh',
    '87654321',
    '9876543210',
    '0987654321',
  ])('refuses %j as common', (password) => {
    expect(faultOf(password)).toBe('common')
  })

  it.each([
    'Larkspur Foundation',
    'TheLarkspur1',
    'larkspur.example',
    'Larkspur-Larkspur',
    'Lärkspur!',
  ])('refuses %j as the foundation’s name', (password) => {
    expect(faultOf(password)).toBe('foundation')
  })

  it.each([
    'marialopez',
    'Lopez, Maria',
    'MARÍA-LÓPEZ-1968',
    'maria.lopez@larkspur.example',
    'Maria@Larkspur1',
  ])('refuses %j as the person’s name or address', (password) => {
    expect(faultOf(password)).toBe('person')
  })

  it('compares a password with names in other scripts, and with addresses of digits', () => {
    const agent = { email: '47110815@agents.example', displayName: '王小明' }
    expect(faultOf('4711-0815', agent)).toBe('person')
    expect(faultOf('王小明王小明 2026', agent)).toBe('person')
    const second = { email: 'wei.2@agents.example', displayName: 'Wei' }
    expect(faultOf('58203917', second)).toBeUndefined()
  })

  it.each([
    'larkspur-board-2026',
    'Board-room-26',
    'maria paints boats',
    'correct horse battery staple',
    '9#kL2!qq',
    '58203917',
    'зимний вечер',
    'x larkspur',
  ])('accepts %j', (password) => {
    expect(faultOf(password)).toBeUndefined()
  })

  it('checks a password without a name or settings', () => {
    const nobody = { email: '', displayName: undefined }
    const context = { common, person: nobody, foundation: { name: '', domain: '' } }
    expect(passwordFault('9#kL2!qq', context)).toBeUndefined()
    expect(passwordFault('58203917', context)).toBeUndefined()
  })
})
