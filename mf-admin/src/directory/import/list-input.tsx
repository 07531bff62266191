import { Button } from '@portal/shared-ui/button'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { TextAreaField } from '../../shared/text-area-field.tsx'
import styles from './import-people.module.css'

type ListInputProps = { text: string; onText: (text: string) => void }

/** In bytes. */
const mostBytes = 2_000_000

/** A list of people: pasted, dropped as a file, or chosen. */
export function ListInput({ text, onText }: ListInputProps) {
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    const { text: found, problem: why } = await textOfFile(chosen)
    setProblem(why)
    if (found !== undefined) onText(found)
  }
  // The frame around every admin screen would upload it as a paper.
  const take = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  }
  return (
    <div
      className={styles.input}
      onDragEnter={take}
      onDragOver={take}
      onDrop={(event) => {
        take(event)
        void read(event.dataTransfer.files[0])
      }}
    >
      <TextAreaField
        label="List of people"
        hint="Copy the cells of a spreadsheet and paste them here, or drop a CSV file. The first row can have titles, such as Name, E-mail and Role."
        value={text}
        onChange={(typed) => {
          setProblem(undefined)
          onText(typed)
        }}
        rows={6}
        error={problem}
      />
      <input
        ref={file}
        type="file"
        hidden
        aria-label="File of the list"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        onChange={({ target }) => {
          void read(target.files?.[0])
          // Allows the same file to be chosen again after it was corrected.
          target.value = ''
        }}
      />
      <Button icon={<FileSpreadsheet />} onClick={() => file.current?.click()}>
        Choose a file
      </Button>
    </div>
  )
}

async function textOfFile(file: File): Promise<{ text?: string; problem?: string }> {
  if (file.size > mostBytes) return { problem: 'This file is larger than 2 MB.' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A workbook is a ZIP archive.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return { problem: 'This is a workbook. Copy its cells and paste them here, or save it as CSV.' }
  }
  return { text: decoded(bytes) }
}

/** Spreadsheets also save UTF-16, with a mark, and the code page of Windows. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
