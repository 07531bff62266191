import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SelectField, TextField } from './field.tsx'

/** The description that screen readers add to a control's name. */
function descriptionOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '').join(' ')
}

describe('TextField', () => {
  it('accepts typed and pasted text', async () => {
    const user = userEvent.setup()
    function Named() {
      const [name, setName] = useState('')
      return <TextField label="Display Name" value={name} onChange={setName} />
    }
    render(<Named />)
    const name = screen.getByRole('textbox', { name: 'Display Name' })
    await user.type(name, 'Cash ')
    await user.paste('Flow')
    expect(name).toHaveProperty('value', 'Cash Flow')
  })

  it('connects hint and error with the control', () => {
    const field = { label: 'Embed URL', value: 'http://x', onChange: () => undefined }
    render(<TextField {...field} hint="The page's address" error="Only https addresses" />)
    const url = screen.getByRole('textbox', { name: 'Embed URL' })
    expect(url.getAttribute('aria-invalid')).toBe('true')
    expect(descriptionOf(url)).toBe("The page's address Only https addresses")
  })

  it('refuses a text that is too long with its limit, and doesn’t cut it', async () => {
    const user = userEvent.setup()
    function Named() {
      const [name, setName] = useState('')
      return <TextField label="Display Name" maxLength={5} value={name} onChange={setName} />
    }
    render(<Named />)
    const name = screen.getByRole('textbox', { name: 'Display Name' })
    await user.click(name)
    await user.paste('Cash Flow')
    expect(name).toHaveProperty('value', 'Cash Flow')
    expect(screen.getByRole('alert').textContent).toBe('At most 5 characters; this has 9.')
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('announces an error that appears later', () => {
    const field = { label: 'Embed URL', value: 'http://x', onChange: () => undefined }
    const { rerender } = render(<TextField {...field} />)
    expect(screen.queryByRole('alert')).toBeNull()
    rerender(<TextField {...field} error="Only https addresses" />)
    expect(screen.getByRole('alert').textContent).toBe('Only https addresses')
  })

  it('reveals and hides a password without replacing the input, for password managers', async () => {
    const user = userEvent.setup()
    const field = { label: 'Password', value: 'secret', onChange: () => undefined }
    render(<TextField {...field} type="password" autoComplete="current-password" />)
    const password = screen.getByLabelText('Password')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(password.getAttribute('type')).toBe('text')
    expect(password.getAttribute('autocomplete')).toBe('current-password')
    // As text, an iPad would write it with a capital letter, and correct it.
    expect(password.getAttribute('autocapitalize')).toBe('none')
    expect(password.getAttribute('autocorrect')).toBe('off')
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    expect(password.getAttribute('type')).toBe('password')
  })
})

describe('TextField for a search', () => {
  it('leaves names as they are typed', () => {
    render(<TextField label="Search" type="search" value="Lopes" onChange={() => undefined} />)
    const search = screen.getByRole('searchbox', { name: 'Search' })
    expect(search.getAttribute('autocorrect')).toBe('off')
    expect(search.getAttribute('enterkeyhint')).toBe('search')
  })
})

describe('TextField with a value to copy', () => {
  it('stays selected after the press that focuses it, and gets a caret by the next press', async () => {
    const user = userEvent.setup()
    const field = {
      label: 'Reset link',
      value: 'https://x.example/reset',
      onChange: () => undefined,
    }
    render(<TextField {...field} readOnly selectsOnFocus />)
    const link = screen.getByLabelText<HTMLInputElement>('Reset link')
    const selected = () => link.value.slice(link.selectionStart!, link.selectionEnd!)
    await user.click(link)
    expect(selected()).toBe(link.value)
    await user.click(link)
    expect(selected()).toBe('')
  })
})

describe('SelectField', () => {
  it('offers its options by name and passes on the value', async () => {
    const user = userEvent.setup()
    const choose = vi.fn()
    const options = ['2026', '2025'].map((year) => ({ value: year, label: `Year ${year}` }))
    render(<SelectField label="Year" hideLabel value="2026" onChange={choose} options={options} />)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), 'Year 2025')
    expect(choose).toHaveBeenCalledWith('2025')
  })
})
