/** Tools that read or change one file. */
import { z } from 'zod'
import { bounded, path } from '../bounded.ts'
import { ACTS, defineTool, SHOWS } from './tool.ts'

const REPLACEMENT = z.strictObject({
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional()
})

const WRITES = { ...ACTS, check: 'file-write' } as const

/** The tools of this family. */
export const FILE_TOOLS = [
  defineTool({
    ...SHOWS,
    name: 'Read',
    check: 'file-read',
    contentFields: ['file_path'],
    concurrencySafe: true,
    safeInAuto: true,
    maxResultSizeChars: Number.POSITIVE_INFINITY,
    input: z.strictObject({
      file_path: path,
      offset: z.number().optional(),
      limit: z.number().optional(),
      pages: z.string().optional(),
      allow_large: z.boolean().optional()
    })
  }),
  defineTool({
    ...WRITES,
    name: 'Edit',
    contentFields: ['file_path'],
    input: REPLACEMENT.extend({ file_path: path })
  }),
  defineTool({
    ...WRITES,
    name: 'Write',
    contentFields: ['file_path'],
    input: z.strictObject({ file_path: path, content: z.string() })
  }),
  defineTool({
    ...WRITES,
    name: 'NotebookEdit',
    contentFields: ['notebook_path'],
    shouldDefer: true,
    input: z.strictObject({
      notebook_path: path,
      new_source: z.string(),
      cell_id: z.string().optional(),
      cell_type: z.enum(['code', 'markdown']).optional(),
      edit_mode: z.enum(['replace', 'insert', 'delete']).optional()
    })
  }),
  defineTool({
    ...WRITES,
    name: 'MultiEdit',
    contentFields: ['file_path'],
    input: z.strictObject({ file_path: path, edits: bounded(z.array(REPLACEMENT)) })
  })
]
