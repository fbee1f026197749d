// What is wrong with XML from outside. Threads find it and send its reason, so contexts that receive such files declare
// it in the service too, with their own problems.
import { fault } from '#platform/refusal'

export const xmlProblems = {
  empty: fault('xml.empty', 'it is empty', 'den är tom'),
  character: fault(
    'xml.character',
    'it has the character {code}, which XML does not allow',
    'den har tecknet {code}, som XML inte tillåter',
  ),
  documentType: fault(
    'xml.document-type',
    'it has a document type declaration, which is not accepted',
    'den har en dokumenttypsdeklaration, och sådana tas inte emot',
  ),
  encoding: fault(
    'xml.encoding',
    'it is written in {encoding}: UTF-8 and ISO-8859-1 are read',
    'den är skriven i {encoding}: bara UTF-8 och ISO-8859-1 går att läsa',
  ),
  notUtf8: fault(
    'xml.not-utf8',
    'it is not in UTF-8, which it declares or is the default',
    'den är inte i UTF-8, fast den säger det eller inte säger något annat',
  ),
  entity: fault(
    'xml.entity',
    'it has the entity {entity}, which is not one of XML itself',
    'den har entiteten {entity}, som inte hör till XML',
  ),
  oneRoot: fault('xml.one-root', 'it does not have one root element', 'den har inte ett enda rotelement'),
  elements: fault('xml.elements', 'it has more than {limit} elements', 'den har fler än {limit} element'),
  attributes: fault(
    'xml.attributes',
    'it has more than {limit} attributes, or an element with more than 100',
    'den har fler än {limit} attribut, eller ett element med fler än 100',
  ),
  references: fault(
    'xml.references',
    'it has more than {limit} references to characters',
    'den har fler än {limit} teckenreferenser',
  ),
  text: fault('xml.text', 'it has a text of more than {limit} characters', 'den har en text på mer än {limit} tecken'),
}
