// What readers of events may be refused, and why.
import { fault, refusal } from '#platform/refusal'

export const eventRefusals = {
  gone: refusal(
    'gone',
    'What happened after {after} is not all kept any more: read the lists anew, and go on after {last}',
  ),
}

export const eventFaults = {
  unknownType: fault('{type} is neither a resource nor a kind of event'),
  badAfter: fault('is neither a number of an event nor latest'),
  badCursor: fault('is neither an after of this feed nor latest'),
}
