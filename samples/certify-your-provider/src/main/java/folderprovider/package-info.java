/** A provider for reading: each sandbox is a folder, each command an ordinary process. It isolates nothing. */
package folderprovider;
