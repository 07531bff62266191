import type { TestApi } from '@portal/api/testing'
import { getPointer } from '@portal/contract/pointers'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import admin from '../remote.ts'
import { fill } from '../shared/fill-fixture.ts'

/** The releases of the meetings remote. */
export const path = '/admin/releases?remote=meetings'
export const params = { remote: 'meetings' }

export const open = (api: TestApi, at = path) => renderRemote(admin, { path: at, as: 'admin', api })
export const press = async (name: string | RegExp, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))
export const dialog = () => screen.findByRole('dialog')
export const region = (name: string | RegExp) => screen.findByRole('region', { name })
export const pointer = (api: TestApi) => api.call('admin')(getPointer, { params })
export const giveReason = async (text = 'It is time') =>
  fill(await screen.findByLabelText('Reason'), text)
