import type { Serve } from '../../platform/http/serve.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  getBoardBook,
  getBoardBookFile,
  makeBoardBook,
  takeBoardBook,
} from '@portal/contract/board-books'
import { meetingId } from '@portal/domain/meeting-ref'
import type { AppParts } from '../../platform/app-parts.ts'
import { createJob } from '../../platform/background/jobs.ts'
import { contentResponse, isDownloadStart } from '../../platform/http/content-response.ts'
import { type Branding, defaultAccent } from '../page/page-feature.ts'
import { type BoardBooksParts, createBoardBooksService } from './board-books-service.ts'
import { type BookBuilderParts, createBookBuilder } from './book-builder.ts'
import { createBooksJob } from './book-job.ts'
import { type BookPlansParts, createBookPlans } from './book-plan.ts'
import { createPublishedBooks } from './published-books.ts'
import type { QuartersService } from '../quarters/quarters-feature.ts'
import { createBookFiles, deleteOldBooks } from './stored-books.ts'

export { createBookWithdrawal, forgetOwnBooks } from './stored-books.ts'

type Parts = Omit<BookPlansParts, 'foundation' | 'cover' | 'publicUrl' | 'audienceOf'> &
  Omit<BookBuilderParts, 'heavyWork' | 'picture'> &
  Pick<BoardBooksParts, 'agendas' | 'documents' | 'reading' | 'records' | 'visibility'> & {
    branding: Pick<Branding, 'config' | 'accent' | 'files'> | undefined
    quarters: Pick<QuartersService, 'onPublished'>
  }

/** Books kept per meeting if the foundation keeps every version of its papers. */
const mostBooks = 10
/** In ms. */
const lookInterval = 60_000

export function createBoardBooks(app: AppParts, parts: Parts) {
  const { settings, accessLog, metrics } = app
  const ended = metrics.counter(
    'portal_board_books_total',
    'Board books made in the background, by outcome.',
    ['outcome'],
  )
  const { foundation, publicUrl } = settings
  const { branding, quarters, visibility } = parts
  const cover = {
    accent: branding?.accent?.schemes.light.accent ?? defaultAccent,
    ...branding?.config,
  }
  const plans = createBookPlans({
    ...parts,
    foundation,
    cover,
    publicUrl,
    audienceOf: (reader, meeting) =>
      visibility.closedAudience(visibility.readerOf(reader), meeting),
  })
  const picture = (address: string) => branding?.files.get(address)?.bytes
  const making = createBooksJob({
    ...app,
    plans,
    builder: createBookBuilder({ ...parts, picture, heavyWork: app.heavyWork }),
    keptBooks: Math.min(settings.papers.keptVersions ?? mostBooks, mostBooks),
    onEnd: (outcome) => ended.inc({ outcome }),
  })
  const books = createBoardBooksService({ ...app, ...parts, plans, making })

  const published = createPublishedBooks({ ...app, books })
  // Not a part of the request that publishes: it has been answered by then.
  const inBackground = AsyncLocalStorage.snapshot()
  quarters.onPublished((person, meeting) => {
    inBackground(() => void published.make(person, meeting))
  })

  const job = createJob(
    {
      name: 'board-books',
      does: 'continues interrupted board books, and deletes old ones',
      every: lookInterval,
      failure: 'board books were not maintained',
      async run() {
        await making.resume()
        await deleteOldBooks(app)
      },
    },
    app,
  )
  return {
    /** Resumes books whose process has died. */
    resumeMaking: making.resume,
    idle: making.idle,
    async stop() {
      published.stop()
      await making.stop()
    },
    files: createBookFiles(app),
    jobs: [job],
    routes(serve: Serve) {
      serve(getBoardBook, ({ person, params, query }) => {
        const options = { notes: query.notes === 'true', changes: query.changes === 'true' }
        return books.get(person, params, options)
      })
      serve(makeBoardBook, ({ person, params, body: { notes = false, changes = false } }) =>
        books.make(person, params, { notes, changes }),
      )
      serve(takeBoardBook, ({ person, params, body }) => books.take(person, params, body.id))
      serve(getBoardBookFile, async ({ person, params, signal, c }) => {
        const { id, ...meeting } = params
        const { content, read, isShared } = await books.file(person, meeting, id)
        if (c.req.method === 'GET') await c.env.slot?.sendDocument(person.uid, signal)
        // Nobody else may learn that a personal book exists, so only shared books are logged.
        if (isShared && isDownloadStart(c.req.raw)) {
          const subject = meetingId(meeting)
          const after = { name: content.name }
          accessLog.record({ by: person, what: 'board book downloaded', subject, after })
        }
        return contentResponse(content, read, c.req.raw, c.get('request').requestId)
      })
    },
  }
}
