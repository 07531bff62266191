import { type RenderedRemote, renderRemote } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { agendaApi } from '../agenda-fixture.ts'
import admin from '../../remote.ts'

/** The agenda's admin at the quarter that the fixture's board meets in. */
export const path = '/admin/meeting-agenda?year=2026&quarter=4'

type Api = Awaited<ReturnType<typeof agendaApi>>

export const open = (api: Api, at = path) => renderRemote(admin, { path: at, as: 'admin', api })
export const titleBox = async () => (await screen.findAllByLabelText('Title'))[0]!
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const press = (name: string | RegExp) => userEvent.click(button(name))

/** Opens an item of the editor, as `2. Budget`, and returns its fields. */
export async function openItem(name: string): Promise<HTMLElement> {
  await userEvent.click(
    await screen.findByRole('button', { name: new RegExp(name), expanded: false }),
  )
  return screen.findByRole('group', { name })
}

/** The newest toast says this, for the two seconds of the specification. */
export async function toasted(view: RenderedRemote, message: string): Promise<void> {
  await expect.poll(() => view.toasts.at(-1)?.message).toBe(message)
  expect(view.toasts.at(-1)?.options?.duration).toBe(2000)
}
