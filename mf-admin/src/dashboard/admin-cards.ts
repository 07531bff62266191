import {
  Archive,
  CalendarClock,
  CalendarDays,
  CalendarRange,
  FileStack,
  FileUp,
  History,
  Mails,
  Network,
  NotebookPen,
  PackageOpen,
  ShieldCheck,
  Users,
  UsersRound,
} from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'

/** The parts of the admin area, in the order in which a quarter needs them. */
export const adminCards = [
  {
    to: adminPaths.mappings(),
    Icon: FileStack,
    title: 'Resource Mappings',
    text: 'Sync the drive and choose which document or embed stands in each slot of the meetings, the policies and the communications resources',
  },
  {
    to: adminPaths.uploads,
    Icon: FileUp,
    title: 'Uploads',
    text: 'Every uploaded paper and where it is used; rename, withdraw or delete it, and close folders of the drive to members',
  },
  {
    to: adminPaths.agenda(),
    Icon: CalendarClock,
    title: 'Meeting Agendas',
    text: 'Write a quarter’s agenda in the portal, or take it from the drive; publish it to members',
  },
  {
    to: adminPaths.allMeetings,
    Icon: CalendarRange,
    title: 'Meetings',
    text: 'The meetings of the board and of every committee: add one, prepare it, or cancel it',
  },
  {
    to: adminPaths.calendar,
    Icon: CalendarDays,
    title: 'Calendar',
    text: 'What the portal can’t read in the board’s calendar, and where to correct it',
  },
  {
    to: adminPaths.directory,
    Icon: Users,
    title: 'Directory',
    text: 'Add, edit and remove board members and staff, with their photos and how to reach them',
  },
  {
    to: adminPaths.committees,
    Icon: Network,
    title: 'People & Committees',
    text: 'The board and its committees: who is in them, in which office and until when, and the rules they decide by',
  },
  {
    to: adminPaths.guests,
    Icon: UsersRound,
    title: 'Guests & Assistants',
    text: 'Who is invited to items of a meeting until a day, and who reads for somebody else; end their access',
  },
  {
    to: adminPaths.outbox,
    Icon: Mails,
    title: 'Outbox',
    text: 'The messages that the portal sends to people, and whether each has arrived',
  },
  {
    to: adminPaths.users,
    Icon: ShieldCheck,
    title: 'User Management',
    badge: 'Google Auth Required',
    text: 'Who can sign in, and who is an admin. Only admins who are signed in with their Google account of the foundation can open this: a password is not enough to hand out rights.',
  },
  {
    to: adminPaths.releases(),
    Icon: PackageOpen,
    title: 'Releases',
    text: 'Which release of each part of the portal runs, for whom, and how it does; promote it, take it back or deny it',
  },
  {
    to: adminPaths.notesPolicy,
    Icon: NotebookPen,
    title: 'Notes Policy',
    text: 'Whether members’ notes on papers are destroyed some days after the meeting, and which are on legal hold',
  },
  {
    to: adminPaths.audit(),
    Icon: History,
    title: 'Audit',
    text: 'Who has changed what, and when',
  },
  {
    to: adminPaths.exports,
    Icon: Archive,
    title: 'Export',
    text: 'Take the foundation’s papers, agendas, directory and audit along in one archive',
  },
] as const
