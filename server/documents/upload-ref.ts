// References to uploads in requests and responses.
import { Id, named, object } from '#http'

export const UploadRef = named('UploadRef', object({ id: Id }))
