// What readers of events may be refused, and why.
import { fault, refusal } from '#platform/refusal'

export const eventRefusals = {
  gone: refusal(
    'gone',
    'Events up to {after} are kept no more, the first one that is kept is {first}: read the lists anew, and go on after {last}',
  ),
}

export const eventFaults = {
  unknownType: fault('{type} is neither a resource nor a kind of event'),
  badAfter: fault('is neither a number of an event nor latest'),
}
