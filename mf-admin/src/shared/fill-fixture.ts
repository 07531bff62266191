import userEvent from '@testing-library/user-event'

/**
 * Adds the text to the field in one step. Each typed key renders the screen once, which only a test
 * about typing needs.
 */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
