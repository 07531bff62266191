/** The wording in which the agenda editor's two routes differ in the specification. */
export type EditorRoute = {
  titleLabel: 'Title' | 'Meeting Title'
  /** The date is required, and a second field shows the start time. */
  isMeeting: boolean
  itemsTitle: string
  minutesLabel: string
  /** The shortest duration of an item, in minutes. */
  least: 0 | 1
  addLabel: 'Add item' | 'Add'
  removeVerb: 'Delete' | 'Remove'
}

/** `/admin/meeting-agenda`. */
export const agendaRoute: EditorRoute = {
  titleLabel: 'Title',
  isMeeting: false,
  itemsTitle: 'Items',
  minutesLabel: 'Min',
  least: 0,
  addLabel: 'Add item',
  removeVerb: 'Delete',
}

/** `/admin/meetings/new` and `/admin/meetings/{year}/{quarter}/edit`. */
export const meetingRoute: EditorRoute = {
  titleLabel: 'Meeting Title',
  isMeeting: true,
  itemsTitle: 'Agenda Items',
  minutesLabel: 'Duration (minutes)',
  least: 1,
  addLabel: 'Add',
  removeVerb: 'Remove',
}
